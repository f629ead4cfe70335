export default ({ config }) => ({
  recognize: async ({ width }, { languages }) => ({
    text: `${config.greeting} ${width} ${languages.join('+')}`,
    confidence: 90,
    languages: [...languages],
    warnings: ['The data of deu is not installed.'],
  }),
  close: async () => undefined,
});
