import { Module } from '@nestjs/common';
import { TrashModule } from '#archive/trash';
import { TrashController } from './trash.controller.js';

@Module({ imports: [TrashModule], controllers: [TrashController] })
export class TrashHttpModule {}
