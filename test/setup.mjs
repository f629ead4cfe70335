// CommonJS packages that require Nest need it in the module cache first.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
