import '#require-pinned-node';

// Loaded after the check: an old Node fails on the imports themselves, before any line of the program runs.
await import('./run-server.js');
