export { TextThreads, TextTooCostly, type TextWork } from './text-threads.js';
export { TextThreadsModule } from './text-threads.module.js';
export { TooManyTexts } from './text-threads.errors.js';
