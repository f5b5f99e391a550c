/** A placeholder for the figures of a dog's page. */
export function BodySkeleton() {
  return (
    <div role="status" className="grid animate-pulse content-start gap-4 p-5 md:col-start-2 md:p-0">
      <span className="sr-only">Loading the page...</span>
      <span className="h-28 rounded-card bg-card" />
      <span className="h-20 rounded-card bg-card" />
      <span className="h-36 rounded-card bg-card" />
      <span className="h-14 rounded-button bg-card" />
    </div>
  );
}
