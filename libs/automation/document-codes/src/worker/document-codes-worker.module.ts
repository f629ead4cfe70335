import { Module } from '@nestjs/common';
import { DocumentCodesModule } from '#automation/document-codes';
import { ReadDocumentCodesHandler } from './read-document-codes.handler.js';

@Module({ imports: [DocumentCodesModule], providers: [ReadDocumentCodesHandler] })
export class DocumentCodesWorkerModule {}
