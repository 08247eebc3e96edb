//! Rows of columns of any type, one after the other.

use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, make_array};
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, SchemaRef};

/// The column with each value `times` times.
pub(super) fn repeated(column: &ArrayRef, times: usize) -> Result<ArrayRef, ArrowError> {
    if times == 1 {
        return Ok(ArrayRef::clone(column));
    }
    let data = column.to_data();
    let mut all = MutableArrayData::try_new(vec![&data], false, data.len() * times)?;
    for row in 0..data.len() {
        for _ in 0..times {
            all.try_extend(0, row, row + 1)?;
        }
    }
    Ok(make_array(all.freeze()))
}

/// The rows of all batches, in their order.
pub(super) fn joined(
    schema: &SchemaRef,
    mut batches: Vec<RecordBatch>,
) -> Result<RecordBatch, ArrowError> {
    if batches.len() == 1
        && let Some(batch) = batches.pop()
    {
        return Ok(batch);
    }
    let rows = batches.iter().map(RecordBatch::num_rows).sum();
    let columns = (0..schema.fields().len()).map(|at| {
        let parts = batches
            .iter()
            .filter_map(|batch| batch.columns().get(at).map(AsRef::as_ref));
        column(&parts.collect::<Vec<_>>(), rows).unwrap_or_else(|| {
            let field = schema.fields().get(at).map(|field| field.data_type());
            let data_type = field.unwrap_or(&arrow_schema::DataType::Null);
            Ok(arrow_array::new_empty_array(data_type))
        })
    });
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    RecordBatch::try_new_with_options(SchemaRef::clone(schema), columns, &options)
}

/// The parts of one column as one; nothing without a part.
fn column(parts: &[&dyn Array], rows: usize) -> Option<Result<ArrayRef, ArrowError>> {
    if parts.is_empty() {
        return None;
    }
    let parts: Vec<_> = parts.iter().map(|part| part.to_data()).collect();
    let gathered = || {
        let mut all = MutableArrayData::try_new(parts.iter().collect(), false, rows)?;
        for (index, part) in parts.iter().enumerate() {
            all.try_extend(index, 0, part.len())?;
        }
        Ok(make_array(all.freeze()))
    };
    Some(gathered())
}
