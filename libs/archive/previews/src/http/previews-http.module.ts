import { Module } from '@nestjs/common';
import { PreviewsModule } from '#archive/previews';
import { PreviewController } from './preview.controller.js';

@Module({ imports: [PreviewsModule], controllers: [PreviewController] })
export class PreviewsHttpModule {}
