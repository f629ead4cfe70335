async function* dies() {
  yield { name: 'a', type: '', read: async () => process.exit(3) };
}

/** Fails after some work and one page: while it reads the file, or while it hands over the files in it. */
export default {
  extract: async (_input, { ocr, config }) => {
    for (const before = process.cpuUsage(); process.cpuUsage(before).user < 300_000;);
    await ocr({ gray: new Uint8Array(4), width: 2, height: 2 });
    if (config.failsAtOnce) throw new Error('cannot go on');
    return { outcome: 'text', pages: [{ text: 'words', source: 'text-layer' }], attachments: dies() };
  },
};
