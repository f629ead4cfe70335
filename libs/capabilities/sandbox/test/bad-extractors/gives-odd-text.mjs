export default {
  extract: () =>
    Promise.resolve({
      outcome: 'text',
      pages: [
        { text: 'nul \0 half \ud800 cafe\u0301', source: 'text-layer' },
        { text: 'second\fpage', source: 'text-layer' },
        { text: 'x'.repeat(5000), source: 'text-layer' },
      ],
      warnings: ['one', 'one', 'line\nbreak'],
    }),
};
