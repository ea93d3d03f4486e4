// The public surface of @cede/server. Nothing here loads fastify or a database: the packages are
// optional peers, and are asked for when a service starts.
export type { CapSettings } from './control/cap.js';
export type { ControlKind, ControlSettings } from './control/contract.js';
export type { ServeSettings } from './engine/settings.js';
export type { Logger, LogLevel } from './logger.js';
export type { ReplayFlags, Told } from './replay/command.js';
export type { ConfigFile, PolicyFlags, ServeFlags, ServiceFlags } from './schema/config-file.js';
export { type CommandHost, maintainStore, replayLog, serveCommand } from './serve/command.js';
export { type FlagSpec, REPLAY_FLAGS, SERVE_FLAGS } from './serve/flags.js';
export { fitHeap } from './serve/heap.js';
export type { ServedPolicy, ServeOptions, Serving } from './serve/options.js';
export { serve } from './serve/serve.js';
