export default {
  async extract(_input, context) {
    for (let page = 3; page <= 12; page += 1) context.progress(page, 12);
    return { outcome: 'text', pages: [{ text: 'words', source: 'text-layer' }] };
  },
};
