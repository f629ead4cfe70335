import { Module } from '@nestjs/common';
import { TrashModule } from '#archive/trash';
import { FinishEmptyingTrashHandler } from './finish-emptying-trash.handler.js';

@Module({ imports: [TrashModule], providers: [FinishEmptyingTrashHandler] })
export class TrashWorkerModule {}
