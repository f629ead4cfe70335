import { Module } from '@nestjs/common';
import { MergingModule } from '#archive/merging';
import { MergeDocumentsHandler } from './merge-documents.handler.js';

@Module({ imports: [MergingModule], providers: [MergeDocumentsHandler] })
export class MergingWorkerModule {}
