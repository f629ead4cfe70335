export default {
  extract: () => {
    for (;;);
  },
};
