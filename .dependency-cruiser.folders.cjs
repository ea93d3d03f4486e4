// Folders inside a room form no cycles either. Apart from the rules on rooms, because tests may
// import what they like. A folder inside another (method/auto) counts as a part of it.
const { options } = require('./.dependency-cruiser.cjs');
const rooms = require('./.dependency-cruiser.rooms.cjs');

module.exports = {
  forbidden: Object.keys(rooms).map((room) => ({
    name: `${room}-without-folder-cycles`,
    severity: 'error',
    scope: 'folder',
    from: { path: `^packages/${room}/src` },
    to: { circular: true, path: `^packages/${room}/src` },
  })),
  options: {
    ...options,
    exclude: { path: '(^|/)(dist|lib|coverage|kernel|test)/|\\.(test|long)\\.ts$' },
  },
};
