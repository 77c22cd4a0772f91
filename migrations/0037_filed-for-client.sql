-- The rows that are there count as filed for their company, which touches none of them. Rows that an older version writes beside this one
-- have null.
ALTER TABLE "tickets" ADD COLUMN "filed_for_client" boolean DEFAULT true;--> statement-breakpoint
ALTER TABLE "tickets" ALTER COLUMN "filed_for_client" SET DEFAULT NULL;
