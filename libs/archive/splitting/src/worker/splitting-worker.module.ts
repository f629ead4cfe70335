import { Module } from '@nestjs/common';
import { SplittingModule } from '#archive/splitting';
import { SplitDocumentHandler } from './split-document.handler.js';

@Module({ imports: [SplittingModule], providers: [SplitDocumentHandler] })
export class SplittingWorkerModule {}
