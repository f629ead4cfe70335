import { Global, Module } from '@nestjs/common';
import { TextThreads } from './text-threads.js';

@Global()
@Module({ providers: [{ provide: TextThreads, useFactory: () => new TextThreads() }], exports: [TextThreads] })
export class TextThreadsModule {}
