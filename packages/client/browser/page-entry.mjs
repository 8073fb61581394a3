// What a page imports. The bundler chooses which of the client's entries that is, as it would for anybody.
export * from '@signalbox/client'
