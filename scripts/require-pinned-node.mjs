// Plain old JavaScript on purpose: it must run on any Node in order to refuse it.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `archivolt: Node ${process.versions.node} is too old (24.9 or later is needed).\n` +
      'Remedy: run `npm ci` without --omit=optional (it brings Node 26) and start through npm: `npm start`, `npm test`, `npm run cli -- ...`.',
  );
  process.exit(1);
}
