/**
 * Rounds a vector before it is sent to the index, for documents and queries. Six decimals are finer
 * than any ranking needs (components average 0.05) and half as long in JSON.
 */
export const roundVector = (vector: Float32Array): number[] =>
  Array.from(vector, (component) => Math.round(component * 1e6) / 1e6)
