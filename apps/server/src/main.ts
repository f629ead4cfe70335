import './require-pinned-node.js';

// Only now: an old Node fails on the imports themselves, before any line of the program runs.
await import('./run-server.js');
