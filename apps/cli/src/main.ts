import './require-pinned-node.js';
import 'reflect-metadata';
import { run } from './run.js';

await run(process.argv.slice(2));
