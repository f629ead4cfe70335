// The runner of jest for a file, which fails the file when it leaves something behind, besides what its tests say.
import { createRequire } from 'node:module';

const { default: circus } = createRequire(import.meta.url)('jest-circus/runner');

export default async function run(globalConfig, config, environment, runtime, path, sendMessageToJest) {
  const result = await circus(globalConfig, config, environment, runtime, path, sendMessageToJest);
  const left = (await environment.leftBehind?.()) ?? [];
  if (left.length === 0) return result;
  const message = `This file leaves behind:\n${left.map((each) => `  ${each}`).join('\n')}\n`;
  return {
    ...result,
    testExecError: { message, stack: message },
    failureMessage: `${result.failureMessage ?? ''}\n${message}`,
  };
}
