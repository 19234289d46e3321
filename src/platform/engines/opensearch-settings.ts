import type { Java } from './java.ts'

/** opensearch.yml, written as JSON, which YAML includes. Port 0 lets the kernel choose. */
export function buildOpenSearchSettings(
  folders: { data: string; logs: string },
  ports: { http: number; transport: number },
): Record<string, string | number | boolean> {
  return {
    'cluster.name': 'nonprofits',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': ports.http,
    'transport.port': ports.transport,
    // The chosen ports are written to files in path.logs.
    'node.portsfile': true,
    'path.data': folders.data,
    'path.logs': folders.logs,
    // The default shares (85, 90, 95 % full) stop a laptop with 50 GB free. Amounts instead:
    // below the last one writing is refused, which Lucene needs to close its files in order.
    'cluster.routing.allocation.disk.watermark.low': '1gb',
    'cluster.routing.allocation.disk.watermark.high': '750mb',
    'cluster.routing.allocation.disk.watermark.flood_stage': '500mb',
  }
}

/**
 * One log, to standard output; the guard leads it to a file. The factory of the fusion of rankings
 * tells every discovery at info, which says nothing and fills the log.
 */
export const LOG4J = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}]%marker %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
logger.fusion.name = org.opensearch.neuralsearch.processor.factory.NormalizationProcessorFactory
logger.fusion.level = warn
`

/**
 * The arguments of Java. They are those of OpenSearch 3.6's own start script, which starts
 * two more Java machines to find them, without its heap dumps (a gigabyte each) and its
 * touching of the whole heap at the start.
 */
export function buildJavaArguments(
  home: string,
  java: Java,
  heapMb: number,
  folders: { config: string; temporary: string },
): string[] {
  return [
    `-Xms${heapMb}m`,
    `-Xmx${heapMb}m`,
    `-XX:MaxDirectMemorySize=${Math.floor(heapMb / 2)}m`,
    '-XX:+UseG1GC',
    '-XX:G1ReservePercent=25',
    '-XX:InitiatingHeapOccupancyPercent=30',
    '-Xss1m',
    '-XX:-OmitStackTraceInFastThrow',
    ...(java.version >= 25 ? ['-XX:+UseCompactObjectHeaders'] : []),
    '--add-modules=jdk.incubator.vector',
    '--add-opens=java.base/java.nio=org.apache.arrow.memory.core,ALL-UNNAMED',
    `-javaagent:${home}/agent/opensearch-agent.jar`,
    ...Object.entries(PROPERTIES).map(([name, value]) => `-D${name}=${value}`),
    `-Djava.io.tmpdir=${folders.temporary}`,
    `-XX:ErrorFile=${folders.temporary}/hs_err_pid%p.log`,
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${folders.config}`,
    '-Dopensearch.distribution.type=zip',
    '-Dopensearch.bundled_jdk=false',
    '-cp',
    `${home}/lib/*`,
    'org.opensearch.bootstrap.OpenSearch',
  ]
}

const PROPERTIES = {
  'opensearch.networkaddress.cache.ttl': '60',
  'opensearch.networkaddress.cache.negative.ttl': '10',
  'java.awt.headless': 'true',
  'java.locale.providers': 'SPI,CLDR',
  'file.encoding': 'UTF-8',
  'jna.nosys': 'true',
  'io.netty.noUnsafe': 'true',
  'io.netty.noKeySetOptimization': 'true',
  'io.netty.recycler.maxCapacityPerThread': '0',
  'io.netty.allocator.numDirectArenas': '0',
  'log4j.shutdownHookEnabled': 'false',
  'log4j2.disable.jmx': 'true',
  'org.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits': '1',
}
