export default {
  async extract() {
    await new Promise((resolve) => process.send(null, resolve));
    return { outcome: 'empty', pages: [] };
  },
};
