import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { BatchesController } from './batches.controller.js';
import { FillController } from './fill.controller.js';
import { UndoController } from './undo.controller.js';

@Module({ imports: [BatchesModule], controllers: [BatchesController, FillController, UndoController] })
export class BatchesHttpModule {}
