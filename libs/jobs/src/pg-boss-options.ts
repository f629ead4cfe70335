export const SCHEMA = 'job';

/** A worker says this often that it still works on a job; one that has been silent for as long is taken for dead. */
export const HEARTBEAT_SECONDS = 20;

export const SUPERVISE_SECONDS = 10;
