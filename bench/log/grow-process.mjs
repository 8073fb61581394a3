import { answerQuestions } from '../load/load-process.mjs'
import { growLog } from './grow-log.mjs'

answerQuestions({
  async grow({ dataDir, plan }) {
    await growLog(dataDir, plan)
    return {}
  },
})
