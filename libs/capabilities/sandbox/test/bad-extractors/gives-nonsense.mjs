export default { extract: () => Promise.resolve({ outcome: 'splendid', pages: 7 }) };
