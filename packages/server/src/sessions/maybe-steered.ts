import { SignalboxError } from '@signalbox/protocol'

/** The agent was given words in its turn, and nobody knows whether it has them: who said them must not say them again. */
export class MaybeSteered extends SignalboxError {}
