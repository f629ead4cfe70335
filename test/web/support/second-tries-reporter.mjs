/** Names the tests that passed only at their second try, so that none of them goes unseen. */
export default class SecondTriesReporter {
  onRunComplete(_contexts, { testResults }) {
    const names = testResults
      .flatMap((file) => file.testResults)
      .filter(({ status, invocations }) => status === 'passed' && invocations > 1)
      .map(({ fullName }) => `  ${fullName}`);
    if (names.length > 0) console.log(`Passed only at the second try (${names.length}):\n${names.join('\n')}`);
  }
}
