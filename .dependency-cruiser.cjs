const rooms = require('./.dependency-cruiser.rooms.cjs');

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports`,
  comment: `${room} may import only: ${allowed.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^packages/${room}/src`, pathNot: '\\.(test|long)\\.ts$' },
  to: { path: '^packages/', pathNot: `^packages/(${[room, ...allowed].join('|')})/` },
}));

const noNode = (name, path) => ({
  name,
  severity: 'error',
  from: { path, pathNot: '\\.(test|long)\\.ts$' },
  to: { dependencyTypes: ['core'] },
});

module.exports = {
  forbidden: [
    ...roomRules,
    noNode('core-without-node', '^packages/core/src'),
    noNode('onnx-without-node', '^packages/onnx/src'),
    noNode('sql-without-node', '^packages/sql/src'),
    noNode('data-browser-door-without-node', '^packages/data/src/(?!node/)'),
    noNode('run-browser-door-without-node', '^packages/run/src/(?!node/)'),
    noNode('study-browser-door-without-node', '^packages/study/src/(?!node/)'),
    noNode('report-browser-door-without-node', '^packages/report/src/(?!node/)'),
    {
      name: 'core-without-dependencies',
      severity: 'error',
      from: { path: '^packages/core/src', pathNot: '\\.(test|long)\\.ts$' },
      to: { path: 'node_modules' },
    },
    {
      name: 'browser-doors-do-not-use-node-doors',
      severity: 'error',
      from: {
        path: '^packages/(data|run|study|report)/src/(?!node/)',
        pathNot: '\\.(test|long)\\.ts$',
      },
      to: { path: '^packages/(data|run|study|report)/(src|dist|lib)/node/' },
    },
    {
      name: 'only-predict-touches-onnxruntime',
      comment: 'it is 288 MB and optional: everything else must work without it',
      severity: 'error',
      from: { path: '^packages/(?!predict/)[^/]+/src', pathNot: '\\.(test|long)\\.ts$' },
      to: { path: 'node_modules/onnxruntime' },
    },
    {
      name: 'only-one-file-touches-bullmq',
      comment: 'both are optional: everything else must work without them',
      severity: 'error',
      from: { path: '^packages', pathNot: '^packages/queue/src/server/bullmq\\.ts$' },
      to: { path: 'node_modules/(bullmq|ioredis)/' },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^packages' }, to: { circular: true } },
  ],
  options: {
    exclude: { path: '(^|/)(dist|lib|coverage|kernel)/.*\\.(js|d\\.ts|wasm\\.ts)$' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
    },
  },
};
