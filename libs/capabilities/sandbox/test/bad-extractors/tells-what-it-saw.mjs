let before = 0;
export default {
  extract: () => {
    const text = `process ${process.pid}, ${before} files before`;
    before += 1;
    return { outcome: 'text', pages: [{ text, source: 'text-layer' }] };
  },
};
