export default {
  extract: () => {
    throw new Error('cannot go on');
  },
};
