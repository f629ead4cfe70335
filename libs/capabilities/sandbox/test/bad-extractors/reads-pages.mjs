/** Does not end when a page was recognized in this process; returns a result once all were recognized in another one. */
export default {
  extract: async (_input, { ocr, config }) => {
    const pages = [];
    for (let page = 0; page < config.pages; page += 1) {
      const { text } = await ocr({ gray: Uint8Array.of(page), width: 1, height: 1 });
      pages.push({ text, source: 'ocr' });
    }
    if (pages.some(({ text }) => text.endsWith(` ${process.pid}`))) await new Promise(() => undefined);
    return { outcome: 'text', pages };
  },
};
