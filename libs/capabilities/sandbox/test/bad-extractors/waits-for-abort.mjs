export default {
  extract: (_input, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () =>
        resolve({ outcome: 'text', pages: [{ text: 'half of it', source: 'text-layer' }] }),
      );
    }),
};
