export default { extract: () => process.abort() };
