import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { BatchesController } from './batches.controller.js';
import { UndoController } from './undo.controller.js';

@Module({ imports: [BatchesModule], controllers: [BatchesController, UndoController] })
export class BatchesHttpModule {}
