// Every run happens on the same day: files, ratings, and pages depend on how old a return is.
const NOW = Date.parse('2026-11-27T12:00:00Z')

const Machine = globalThis.Date
const shift = NOW - Machine.now()

/** The machine's clock, moved so that the run begins at NOW. */
class ShiftedDate extends Machine {
  constructor(...values: unknown[]) {
    if (values.length === 0) super(Machine.now() + shift)
    else super(...(values as [number]))
  }
  static override now(): number {
    return Machine.now() + shift
  }
}

// With shared modules, a worker loads this file once for each test file.
if (Machine.name !== ShiftedDate.name) globalThis.Date = ShiftedDate as DateConstructor
