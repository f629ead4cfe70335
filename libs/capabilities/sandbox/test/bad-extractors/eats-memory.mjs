const kept = [];
export default {
  extract: () => {
    for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
  },
};
