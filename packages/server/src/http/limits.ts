/** The most characters a parameter in a path may have. */
export const MAX_PARAM_LENGTH = 512
