import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents';
import { FinishEmptyingTrashHandler } from './finish-emptying-trash.handler.js';

@Module({ imports: [DocumentsModule], providers: [FinishEmptyingTrashHandler] })
export class DocumentsWorkerModule {}
