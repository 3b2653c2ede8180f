// Replaces the editor's native logger, which needs a C++ compiler; without a logger, all output channels stay empty.
// Implements the `@vscode/spdlog` type declarations. Exports are assigned by name because the editor imports this
// CommonJS file from ES modules.
"use strict";

const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const levels = ["trace", "debug", "info", "warning", "error", "critical"];
const off = levels.length;

class Logger {
  #file;
  #level = levels.indexOf("info");
  #formatted = true;

  constructor(_type, _name, file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }

  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {
    this.#formatted = true;
  }
  clearFormatters() {
    this.#formatted = false;
  }
  flush() {
    return undefined; // `#write` is synchronous
  }
  drop() {
    this.#level = off;
  }

  #write(level, message) {
    if (level < this.#level) return;
    const stamp = new Date().toISOString().replace("T", " ").replace("Z", "");
    appendFileSync(this.#file, this.#formatted ? `${stamp} [${levels[level]}] ${message}\n` : message);
  }
}

async function createRotatingLogger(name, file) {
  return new Logger("rotating", name, file);
}

async function createAsyncRotatingLogger(name, file) {
  return new Logger("rotating_async", name, file);
}

exports.version = 1;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.Logger = Logger;
exports.createRotatingLogger = createRotatingLogger;
exports.createAsyncRotatingLogger = createAsyncRotatingLogger;
