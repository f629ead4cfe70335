import { jest } from '@jest/globals';

// A browser on a busy machine stalls now and then. What fails twice has failed; `second-tries-reporter` names the rest.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
