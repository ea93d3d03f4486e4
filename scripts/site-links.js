// What can be wrong with a built site, as sentences. Apart from the build, so that a test can show
// it pages that are wrong.

const attributes = (html, name) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) =>
    value.replaceAll('&amp;', '&'),
  );

const anchorsOf = (html) => new Set(attributes(html, 'id').map((id) => decodeURIComponent(id)));

/** Links inside the site that lead nowhere: `pages` by file name, `files` all that is served. */
export function brokenLinks(pages, files, base = '/') {
  const anchors = new Map();
  const wrong = [];
  for (const [name, html] of pages) {
    const here = new URL(name, `http://site${base}`);
    for (const link of [...attributes(html, 'href'), ...attributes(html, 'src')]) {
      if (/^(?:[a-z]+:|\/\/)/i.test(link)) continue;
      const { pathname, hash } = new URL(link, here);
      const path = decodeURIComponent(pathname);
      if (!path.startsWith(base)) {
        wrong.push(`${name}: ${link} leaves the base ${base}`);
        continue;
      }
      const file = path.slice(base.length).replace(/(^|\/)$/, '$1index.html');
      if (!files.has(file)) wrong.push(`${name}: ${link} leads nowhere`);
      else if (hash.length > 1 && pages.has(file)) {
        if (!anchors.has(file)) anchors.set(file, anchorsOf(pages.get(file)));
        if (!anchors.get(file).has(decodeURIComponent(hash.slice(1))))
          wrong.push(`${name}: ${link} has no such heading`);
      }
    }
  }
  return wrong;
}

/** What a browser would ask of another server just by showing a page or a style sheet. */
export function outsideRequests(files) {
  return files.flatMap(([name, text]) => {
    const loaded = [
      ...[
        ...text.matchAll(
          /<(?:img|script|iframe|source|video|audio|embed)\b[^>]*?\ssrc(?:set)?="([^"]*)"/g,
        ),
      ],
      ...[...text.matchAll(/<link\b[^>]*?\shref="([^"]*)"/g)],
      ...[...text.matchAll(/url\(\s*['"]?([^'")]+)/g)],
      ...[...text.matchAll(/@import\s+(?:url\()?['"]([^'"]+)/g)],
    ].map(([, address]) => address);
    return loaded
      .filter((address) => /^(?:https?:)?\/\//i.test(address))
      .map((address) => `${name}: asks ${address}`);
  });
}
