import { Module } from '@nestjs/common';
import { AdminController } from './admin.controller.js';
import { EffectiveSettings } from './effective-settings.js';

@Module({ controllers: [AdminController], providers: [EffectiveSettings] })
export class AdminHttpModule {}
