/** A share of 1 as a bar; the figure stands beside it, so that it is nothing for those who hear. */
export const Meter = ({ share }: { share: number }) => (
  <svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="8" rx="2" fill="var(--line)" />
    <rect width={Math.round(clamp(share) * 100)} height="8" rx="2" fill="var(--chart-1)" />
  </svg>
)

const clamp = (share: number): number => Math.max(0, Math.min(1, share))
