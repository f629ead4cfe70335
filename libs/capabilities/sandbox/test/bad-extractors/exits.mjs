export default { extract: () => process.exit(0) };
