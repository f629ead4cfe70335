const kept = [];
export default {
  extract: () => {
    for (;;) kept.push(new Array(1_000_000).fill(kept.length));
  },
};
