/**
 * Lets the thread that answers requests go first: how much lower the priority of threads for long computations is, as
 * Piscina takes it. On Linux each thread has its own; elsewhere it would slow down the whole process.
 */
export const BACKGROUND_THREADS = { niceIncrement: process.platform === 'linux' ? 10 : 0 };
