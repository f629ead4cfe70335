// Imported before anything else: on an old Node the other imports would fail first, without a word that helps.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `archivolt: Node ${process.versions.node} is too old (24.9 or later is needed).\n` +
      'Remedy: run `npm ci` without --omit=optional (it brings Node 26) and start with `npm start`.',
  );
  process.exit(1);
}

export {};
